/* The words of a pasted block that name another person, another car or another address than the booking has. */

/** Cars, people and addresses that are not those of the booking. */
const ASIDE =
  /(?:last|prev(?:ious)?|prior|old|next|loaner|rental|trade(?:-?in)?|other vehicles?|spouse|wife|husband|(?:service |svc )?advisor|sales(?:person|man)?|dealer(?:ship)?|tech(?:nician)?|emergency(?: contact)?|co-?(?:buyer|owner)|insurance|bill(?:ing)?(?: to)?|mailing)/
    .source

/** Words before a label that make the label one of another person or car: "Loaner VIN". */
export const ASIDE_WORD = new RegExp(`\\b${ASIDE}(?:'s)?[ -](?:vehicle |car )?$`, 'i')

/** A heading alone above values of another person or car. */
export const ASIDE_HEADING = new RegExp(
  `^${ASIDE}(?: (?:vehicle|car|info(?:rmation)?|details|address|contact))? ?:?$`,
  'i',
)

/** A heading of the payer's block, with or without the payer. A value with digits is an address, and ends the block. */
export const PAYER = /^bill(?:ed|ing)? to\b\D*$/i

/** A label of another person, whose phones can stand in the lines below. */
export const PERSON =
  /^(?:your )?(?:(?:(?:service|svc) )?(?:advisor|adv|writer|manager)|sales ?\w*|tech(?:nician)?|sa|co-?(?:buyer|owner))(?: name)?(?= *(?:[:#\t]|  | -|$)| \S+ \S+$)/i

/** A car beside the one of the booking, whose values fill the rest of the line. */
export const ASIDE_CAR = /^(?:loaner|rental|trade|(?:last|prior) (?:svc|service|visit))\b/i

/** A heading of the customer's block below that of another person. */
export const TO_CUSTOMER = /^(?:pick[ -]?up|ship to|deliver|service (?:address|location)|customer)/i
