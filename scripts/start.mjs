// Old versions of Node must be able to read this file: it says that they are too old. The rest is loaded after that.
var version = process.versions.node.split(".");
var major = Number(version[0]);

if (major < 20 || (major === 20 && Number(version[1]) < 19)) {
  console.error(
    "Node 20.19 or newer is required. This is " +
      process.versions.node +
      ". Install a newer one from https://nodejs.org.",
  );
  process.exitCode = 1;
} else {
  void import("./start/pinned-node.mjs")
    .then(function (pinned) {
      return pinned.continueOnPinnedNode();
    })
    .then(function () {
      return import("./start/main.mjs");
    })
    .then(function (main) {
      return main.runService({ isDev: process.argv.indexOf("--dev") > 0 });
    });
}
