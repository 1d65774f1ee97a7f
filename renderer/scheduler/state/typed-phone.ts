import { formatPhone, isUnlikelyPhone, phoneSchema } from '../../../shared/booking/phone.ts'

/**
 * Returns a typed phone as people write it, or unchanged if the phone schema would read the written form as another
 * number.
 */
export function formatTypedPhone(typed: string): string {
  const read = phoneSchema.safeParse(typed)
  if (!read.success) return typed
  const formatted = formatPhone(read.data)
  return phoneSchema.safeParse(formatted).data === read.data ? formatted : typed
}

/** True for a complete phone that looks like a working number. */
export function isSurePhone(typed: string): boolean {
  return phoneSchema.safeParse(typed).success && !isUnlikelyPhone(typed)
}
