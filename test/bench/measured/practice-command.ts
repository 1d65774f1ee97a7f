/* The command of the practice service, as `npm run practice` starts it. */
import '../../../electron/practice/cli.ts'
