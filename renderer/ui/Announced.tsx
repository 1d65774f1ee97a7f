import { createPortal } from 'react-dom'

type AnnouncedProps = { readonly children: string | null | undefined; readonly testId?: string }

/**
 * Announces a text in the one status region of the window, which index.html holds from the first paint. The region
 * announces a new or changed text alone, and the text leaves the region together with this element.
 */
export function Announced({ children, testId }: AnnouncedProps) {
  const region = document.getElementById('announcements')
  if (region === null || children === null || children === undefined || children.trim() === '') return null
  return createPortal(<p data-testid={testId}>{children}</p>, region)
}
