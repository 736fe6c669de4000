"""The browser as a target: kernels and search compiled to WebAssembly, and the TypeScript that calls them."""
