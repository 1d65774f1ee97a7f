import ts from 'typescript'
import type { Sources } from './source-rules.ts'

/** Phrases of the desk's first English, which staff read as translated. The room's text file says each one plainly. */
export const FORMER_PHRASES: readonly string[] = [
  // Form
  'As you say it',
  'Understood as',
  'Appointment at the customer',
  'Name of the place',
  'Pickup place',
  'Decide later',
  'Enter the loaner',
  'Contact and instructions for the driver',
  'Contact for the driver',
  'Instructions for the driver',
  'What the driver will do',
  'Collects the loaner',
  'Hands over the loaner',
  'Beside the form',
  'Known on this PC',
  'Take it out again',
  'Draft kept on',
  'Put the text back',
  'Put the change back',
  'What was typed before',
  'stands in the form',
  'Leave it as it was',
  'Change a booking',
  'need another look',
  'needs another look',
  'will refuse this',
  'does not fit: compare',
  'a number that rings',
  'A VIN has no I',
  'A booking like this one',
  'Back to the form',
  'Open the other one',
  'Save anyway',
  // States and stages
  'May be booked',
  'may be booked',
  'Not accepted',
  'not accepted',
  'Taken back',
  'Cancel asked',
  'laced by phone',
  'Leaves by itself',
  'not on the way yet',
  'no driver yet',
  'on the way to the vehicle',
  'Driver at the vehicle',
  'Vehicle collected',
  // Actions
  'Open it',
  'Change it',
  'Take it back',
  'ake this one back',
  'Find out…',
  'Decide…',
  'Settle it',
  'Book another like',
  'Book the return',
  'It is a second move',
  'all the same',
  'The provider has it',
  'The provider does not have it',
  'it is not there',
  'Ask to cancel',
  'Keep the move',
  'Ask for the change',
  'Leave it as it is',
  'Drop the change',
  'Note it down',
  'never send it',
  'Remind me later',
  'Show the newer list',
  'Ask the provider for move',
  // Sentences
  'the link is back',
  'the link is there',
  'Must leave by',
  'hould have left',
  'It has left',
  'never leaves',
  'by itself',
  'by themselves',
  'no answer came',
  'can be believed',
  'Do you have a move',
  'what the provider calls it',
  'Who said it',
  'once the time has passed',
  'may still be running',
  'Provider reads',
  'none given by the provider',
  'not yet known',
  'Sent as',
  'Saved here',
  'Last heard from',
  'As far as this desk knows',
  'cannot be taken back',
  'cannot be withdrawn',
  'can no longer be changed',
  'No longer driven',
  'does not follow it',
  'Booked here today',
  'accepted by the provider',
  'Nothing is waiting',
  'booking is settled',
  'it stands here',
  'stands here by',
  'Nothing for',
  'omes twice',
  // Settings, frame and recovery
  'Practice link',
  'Where bookings go',
  'What is chosen holds',
  'As the system',
  'such as / and T',
  'Other hosts that links',
  'this desk signs in',
  'no vault that is open',
  'vault of this PC',
  "travels in the driver's",
  'Name of the lot',
  'Contact for drivers',
  'in minutes',
  'et by file',
  'This rooftop',
  'First steps',
  'Put these steps away',
  'Learn three keys',
  'Show the keys',
  'Try the link',
  'Cut or restore',
  'Larger, smaller',
  'What can be done with',
  'brought back',
  'Bring the bookings',
  'Begin practice anew',
  'Opening the desk',
  'It is a fault of Lanekeeper',
  'in the palette',
  'his PC',
  'this desk',
  'This desk',
  'the desk',
  'The desk',
  'Added on',
  'the link',
  'The link',
  'Clear it',
]

/** Texts that keep such a phrase, because no person at the lane reads them. */
const EXEMPT: readonly RegExp[] = [
  /^Lanekeeper does not start with --no-sandbox/,
  /^the desk was never at work$/,
  /^is not the calendar of this desk$/,
  /^This component stands outside the window of the desk\.$/,
]

/** Returns each text of a source with a former phrase, as `path:line: phrase`. Comments and imports do not count. */
export function formerPhrases(sources: Sources): string[] {
  return [...sources].flatMap(([path, source]) =>
    textsOf(path, source).flatMap(({ line, text }) =>
      EXEMPT.some((exempt) => exempt.test(text))
        ? []
        : FORMER_PHRASES.filter((phrase) => text.includes(phrase)).map((phrase) => `${path}:${line}: ${phrase}`),
    ),
  )
}

type ScreenText = { readonly line: number; readonly text: string }

/** Every string, piece of a template and text of an element in a source. */
function textsOf(path: string, source: string): readonly ScreenText[] {
  const kind = path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true, kind)
  const texts: ScreenText[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) return
    if (ts.isStringLiteralLike(node) || ts.isTemplateLiteralToken(node) || ts.isJsxText(node)) {
      const text = node.text.replace(/\s+/g, ' ').trim()
      if (text !== '') texts.push({ line: file.getLineAndCharacterOfPosition(node.getStart()).line + 1, text })
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  return texts
}
