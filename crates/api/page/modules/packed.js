/**
 * Unpacks the text that `scripts/lab` embeds in the page: gzip-compressed data, seven bits per
 * character.
 *
 * Four of the 128 one-byte characters do not survive in a script element: NUL, CR and LF, which are
 * normalized, and `<`. Each is replaced by a two-byte character of a second alphabet, which also
 * encodes the next eight bits.
 */

const LOST = [0x00, 0x0a, 0x0d, 0x3c];
const SECOND_ALPHABET = 0x100;

/**
 * Returns the decompressed bytes of an element. Its attribute `data-bytes` has the compressed
 * length.
 */
export function unpack(element) {
  const text = element.textContent;
  const bytes = new Uint8Array(Number(element.dataset.bytes));
  let [bits, held, place] = [0, 0, 0];
  const add = (value, width) => {
    bits = (bits << width) | value;
    held += width;
    if (held >= 8) {
      held -= 8;
      // Writes past the end of the array are ignored: the last bits are padding.
      bytes[place] = bits >> held;
      place += 1;
      bits &= (1 << held) - 1;
    }
  };
  for (let nth = 0; nth < text.length; nth += 1) {
    const code = text.charCodeAt(nth);
    if (code < SECOND_ALPHABET) {
      add(code, 7);
    } else {
      add(LOST[(code - SECOND_ALPHABET) >> 8], 7);
      add(code & 255, 8);
    }
  }
  const unpacked = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(unpacked).arrayBuffer();
}
