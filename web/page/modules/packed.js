/**
 * Unpacks the text that `scripts/lab` has put into the page: compressed with gzip, and seven bits a character.
 *
 * Four of the 128 one-byte characters do not survive in a script: NUL, the line ends, which are
 * made alike, and `<`. One of a second alphabet, of two bytes, stands for each of them together with the seven bits behind it.
 */

const LOST = [0x00, 0x0a, 0x0d, 0x3c];
const SECOND_ALPHABET = 0x100;

/** The bytes that an element has, which says how many they are while they are compressed. */
export function unpack(element) {
  const text = element.textContent;
  const bytes = new Uint8Array(Number(element.dataset.bytes));
  let [bits, held, place] = [0, 0, 0];
  const add = (seven) => {
    bits = (bits << 7) | seven;
    held += 7;
    if (held >= 8) {
      held -= 8;
      // Those behind the last byte are none of the content's.
      bytes[place] = bits >> held;
      place += 1;
      bits &= (1 << held) - 1;
    }
  };
  for (let nth = 0; nth < text.length; nth += 1) {
    const code = text.charCodeAt(nth);
    if (code < SECOND_ALPHABET) {
      add(code);
    } else {
      add(LOST[(code - SECOND_ALPHABET) >> 7]);
      add((code - SECOND_ALPHABET) & 127);
    }
  }
  const unpacked = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(unpacked).arrayBuffer();
}
