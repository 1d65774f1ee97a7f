import { fail, ok, type FailureDetail, type Result } from '../../shared/result.ts'
import { isDiskError } from '../store/errors.ts'

/** Writes; a disk that refuses becomes the failure `not-saved` with the detail `otherwise`. */
export function saveOr(write: () => void, otherwise: FailureDetail): Result<null> {
  try {
    write()
    return ok(null)
  } catch (error) {
    if (isDiskError(error)) return fail('not-saved', otherwise)
    throw error
  }
}
