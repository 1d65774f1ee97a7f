import { readFileSync, writeSync } from 'node:fs'
import { openDatabase, type Migration } from '../../../electron/store/database.ts'

/* Upgrades a database in a process that a test kills. Prints `begun` before and `done` after the upgrade. */

const [file = '', migrations = ''] = process.argv.slice(2)
const steps = JSON.parse(readFileSync(migrations, 'utf8')) as readonly Migration[]
writeSync(1, 'begun\n')
const opened = openDatabase(file, steps)
writeSync(1, 'done\n')
if (opened.kind === 'open') opened.db.close()
