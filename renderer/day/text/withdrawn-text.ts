export const WITHDRAWN = 'Withdrawn. Nothing will be sent.'
export const NOT_WITHDRAWN = 'Not withdrawn.'
