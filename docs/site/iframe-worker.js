// Search when the site is opened from a disk: browsers start no worker there, so its script runs in a hidden frame.
class FrameWorker extends EventTarget {
  constructor(address) {
    super();
    const frame = document.createElement("iframe");
    frame.hidden = true;
    document.body.append(frame);
    this.inside = frame.contentWindow;
    this.inside.postMessage = (data) => this.dispatchEvent(new MessageEvent("message", { data }));
    this.ready = new Promise((resolve) => {
      const script = this.inside.document.createElement("script");
      script.src = new URL(address, location.href);
      script.onload = resolve;
      this.inside.document.body.append(script);
    });
  }
  async postMessage(data) {
    await this.ready;
    this.inside.dispatchEvent(new MessageEvent("message", { data }));
  }
  terminate() {
    this.inside.frameElement.remove();
  }
  set onmessage(listener) {
    this.addEventListener("message", listener);
  }
}
if (location.protocol === "file:") window.Worker = FrameWorker;
