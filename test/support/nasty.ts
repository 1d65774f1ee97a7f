import type { Chance } from './chance.ts'

/** Texts that people paste and machines send, of every kind that has broken a form, a store, a wire or a screen. */

// prettier-ignore
const PIECES = [
  'Harriet Quill', "Nora O'Shea", 'José Núñez', 'Núñez', 'Ångström', 'ﬃ', 'İstanbul',
  'עברית', 'مرحبا بالعالم', 'שלום (804)', 'ไทย', '日本語テキスト', '한국어', 'Ω≈ç√',
  '🚗', '👩‍👩‍👧‍👦', '🏳️‍🌈', '👍🏽', '\u0301\u0302', 'e\u0301', 'Z̵̨a̴l̷g̶o̸',
  '\u202eevil', 'a\u2066b\u2069', '\u200f', '\u200b', '\u2060', '\ufeff', '\u00ad', '\u00a0', '\u3000',
  '\0', 'a\0b', '\u0007', '\u001b[31m', '\u007f', '\u0085', '\u2028', '\u2029', '\ud800', 'a\udc00b', '\uffff', '\ufdd0',
  "'; DROP TABLE bookings; --", '" OR 1=1 --', "' UNION SELECT token FROM settings --", '%', '_', '?', '@x', ':y', '$1',
  '<script>alert(1)</script>', '<img src=x onerror=alert(1)>', '&amp;', '{{7*7}}', '${7*7}', 'javascript:alert(1)',
  '=SUM(A1:A9)', '+1+1', '-2+3', '@SUM(1)', '=cmd|\'/c calc\'!A1', '\t=1+1',
  '\\', '\\u0000', '"', '""', '{"__proto__":{}}', '__proto__', 'constructor', 'null', 'undefined', 'NaN', '0', '-0',
  'a"b*', 'NEAR(a b)', 'AND OR NOT', '"unclosed', '../../etc/passwd', 'C:\\con', '%s%n', '%00', '\r\n', 'a\r\nb', '\n', '\t', ' ', '',
]

/** One piece, several, or one that is as long as a field takes, a letter longer, or a megabyte. */
export function nastyText(chance: Chance, max: number): string {
  const piece = chance.pick(PIECES)
  switch (chance.upTo(11)) {
    case 0:
      return Array.from({ length: chance.upTo(4) }, () => chance.pick(PIECES)).join(chance.pick(['', ' ', '-']))
    case 1:
      return `  ${piece}\t`
    case 2:
      return 'x'.repeat(max)
    case 3:
      return 'x'.repeat(max + 1)
    case 4:
      return '🚗'.repeat(max / 2)
    case 5:
      return `${' '.repeat(chance.upTo(max))}${piece}`
    case 6:
      return chance.upTo(20) === 0 ? piece.padEnd(1024 * 1024, 'm') : `a${piece}b`
    default:
      return piece
  }
}
