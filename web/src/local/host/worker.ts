/**
 * A separate thread for the table and the bots. Nothing else stands here: where other files import from a worker's own
 * file, WebKit runs that once more, and what was said to the first one is forgotten.
 */
import type { Question } from "../channel";

const thread = import("./thread");
onmessage = async ({ data }: MessageEvent<Question>) => (await thread).hear(data);
