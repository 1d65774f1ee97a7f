/**
 * Allows only pages on the provider's own hosts and on the hosts of the settings, because a link in a response could
 * lead anywhere.
 */
export function isAllowedUrl(text: string, base: URL, pageHosts: readonly string[]): boolean {
  if (!URL.canParse(text)) return false
  const url = new URL(text)
  if (url.username !== '' || url.password !== '') return false
  return (
    (url.protocol === base.protocol && url.host === base.host) ||
    (url.protocol === 'https:' && pageHosts.includes(url.host))
  )
}
