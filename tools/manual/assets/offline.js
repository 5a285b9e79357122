// Search without a server: pages that are opened from disk may neither fetch the index nor start a worker, so the index
// is loaded as a script and the theme's worker runs in a hidden frame.
if (location.protocol === "file:") {
  document.write('<script src="' + fourfoot_base + '/search/search_index.js"></' + "script>");
  window.IFrameWorker = class extends EventTarget { // the name the worker looks for
    constructor(url) {
      super();
      const frame = document.createElement("iframe");
      frame.hidden = true;
      document.body.appendChild(frame);
      this.inner = frame.contentWindow;
      const inside = frame.contentDocument;
      inside.open();
      inside.write("<!doctype html><body></body>");
      inside.close();
      this.inner.postMessage = (data) => {
        const event = new MessageEvent("message", {data});
        if (this.onmessage) this.onmessage(event);
        this.dispatchEvent(event);
      };
      this.ready = new Promise((resolve, reject) => {
        const script = inside.createElement("script");
        script.src = new URL(url, location.href).href;
        script.onload = resolve;
        script.onerror = reject;
        inside.body.appendChild(script);
      });
    }
    postMessage(data) {
      this.ready.then(() => this.inner.dispatchEvent(new this.inner.MessageEvent("message", {data})));
    }
    terminate() {}
  };
  window.Worker = window.IFrameWorker;
}
