import type { Random } from '../platform/random.ts'

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567'

/** Returns random lower-case letters and digits, 5 bits each. */
export function randomText(random: Random, length: number): string {
  return Array.from({ length }, () => ALPHABET[Math.floor(random.fraction() * ALPHABET.length)]).join('')
}
