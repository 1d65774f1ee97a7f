/** A test in a Playwright report. */
export interface WindowTest {
  readonly title: string
  readonly status: string
  readonly annotations: readonly { readonly type: string; readonly description?: string }[]
  readonly results: readonly { readonly duration: number; readonly error?: { readonly message?: string } }[]
}

interface Suite {
  readonly suites?: readonly Suite[]
  readonly specs: readonly { readonly title: string; readonly tests: readonly Omit<WindowTest, 'title'>[] }[]
}

/** Returns the tests of a Playwright report; none if `report` is null, because the run wrote no report. */
export function windowTestsOf(report: unknown): readonly WindowTest[] {
  const { suites } = (report ?? { suites: [] }) as { readonly suites: readonly Suite[] }
  return suites.flatMap(testsIn)
}

function testsIn({ suites = [], specs }: Suite): readonly WindowTest[] {
  return [...specs.flatMap(({ title, tests }) => tests.map((test) => ({ ...test, title }))), ...suites.flatMap(testsIn)]
}
