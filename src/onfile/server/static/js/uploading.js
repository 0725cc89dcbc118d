/** Files put into the archive, with the progress of sending and of reading them. */

/** @param {() => unknown} onRead */
export function startUpload(onRead) {
  void onRead;
}
