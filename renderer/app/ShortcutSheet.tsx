import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components'
import { COMMANDS, screenLabel, SCREENS, type Command } from '../../shared/desk/commands.ts'
import { ActionButton } from '../ui/ActionButton.tsx'
import { classNames } from '../ui/class-names.ts'
import { SHORTCUTS } from './text/overlay-text.ts'
import { UI_TEXT } from '../ui/text.ts'
import css from './ShortcutSheet.module.css'

/** Keys of lists, fields and the window that are not in the command table. */
const LIST_KEYS = [
  { label: 'Next or previous row', keys: ['↑', '↓'] },
  { label: 'Page down or up, first or last row', keys: ['PgDn', 'PgUp', 'Home', 'End'] },
  { label: 'Open the selected row', keys: ['Enter'] },
  { label: 'Actions menu', keys: ['Shift F10'] },
  { label: 'Cancel the booking whose page has the focus', keys: ['X'] },
  { label: 'Back one level; nothing typed is lost', keys: ['Esc'] },
  { label: 'Zoom in, out, reset', keys: ['Ctrl +', 'Ctrl -', 'Ctrl 0'] },
]

type Group = { readonly title: string; readonly rows: readonly Pick<Command, 'label' | 'keys'>[] }

const GROUPS: readonly Group[] = [
  { title: SHORTCUTS.everywhere, rows: COMMANDS.filter(({ scope }) => scope === 'anywhere') },
  ...SCREENS.map((screen) => ({
    title: SHORTCUTS.onScreen(screenLabel(screen)),
    rows: COMMANDS.filter(({ scope }) => scope === screen),
  })),
  { title: SHORTCUTS.lists, rows: LIST_KEYS },
].filter(({ rows }) => rows.length > 0)

/** Dialog with every command and its keys. */
export function ShortcutSheet({ onClose }: { readonly onClose: () => void }) {
  return (
    <ModalOverlay isOpen isDismissable onOpenChange={(open) => !open && onClose()} className={classNames(css['cover'])}>
      <Modal className={classNames(css['frame'])}>
        <Dialog className={classNames(css['dialog'])} data-testid="shortcuts">
          <div className={css['head']}>
            <Heading slot="title" className={classNames(css['heading'])}>
              {SHORTCUTS.title}
            </Heading>
            <ActionButton look="quiet" keys="Esc" isFirst onPress={onClose}>
              {UI_TEXT.close}
            </ActionButton>
          </div>
          {/* The list scrolls, so the keyboard must be able to focus the list. */}
          <div role="region" aria-label={SHORTCUTS.all} tabIndex={0} className={css['groups']}>
            {GROUPS.map(({ title, rows }) => (
              <section key={title} aria-label={title} className={css['group']}>
                <h3>{title}</h3>
                <ul>
                  {rows.map(({ label, keys }) => (
                    <li key={label} className={css['row']}>
                      <span>{label}</span>
                      <span className={css['keys']}>
                        {keys.length === 0 ? SHORTCUTS.byPalette : keys.map((key) => <kbd key={key}>{key}</kbd>)}
                      </span>
                    </li>
                  ))}
                </ul>
              </section>
            ))}
          </div>
          <p className={css['note']}>{SHORTCUTS.note}</p>
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}
