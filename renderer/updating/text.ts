/** Says which step of a migration runs. */
export function describeStep(step: string, of: string): string {
  return `Updating the bookings… step ${step} of ${of}`
}
