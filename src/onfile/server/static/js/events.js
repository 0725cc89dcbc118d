/**
 * The whole events in what has arrived of a `text/event-stream`, and the rest that is none yet.
 * Reference: WHATWG HTML, 9.2.6, Interpreting an event stream.
 * @param {string} text
 * @returns {{events: {event: string, data: string}[], rest: string}}
 */
export function eventsIn(text) {
  const blocks = text.replaceAll("\r\n", "\n").split("\n\n");
  const rest = blocks.pop() ?? "";
  const events = [];
  for (const block of blocks) {
    let event = "message";
    const data = [];
    for (const line of block.split("\n")) {
      const [, field, value] = /^([^:]*):? ?(.*)$/.exec(line) ?? [];
      if (field === "event") event = value;
      if (field === "data") data.push(value);
    }
    if (data.length) events.push({ event, data: data.join("\n") });
  }
  return { events, rest };
}
