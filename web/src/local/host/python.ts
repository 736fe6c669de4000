/** The translated Python that the host calls. What is written by hand comes first: translated modules take it as they load. */
import "./byhand";

export * from "../generated/python/common.js";
