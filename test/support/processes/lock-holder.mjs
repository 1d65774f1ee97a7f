import Sqlite from 'better-sqlite3'

// Holds a lock file as another desk would, reports that, and waits to be killed.
const db = new Sqlite(process.argv[2])
db.exec('BEGIN EXCLUSIVE')
process.stdout.write('held\n')
process.stdin.resume()
