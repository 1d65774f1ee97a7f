/** True in `npm test`, which takes a sample of the fault tests. `npm run test:full` takes every case. */
export const IN_SAMPLE = process.env['LANEKEEPER_SAMPLE'] === '1'
