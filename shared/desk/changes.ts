/** Changed bookings. `hasNews` is false if the provider was asked about all of them and told nothing new. */
export type Changes = { readonly bookingIds: readonly string[]; readonly hasNews: boolean }
