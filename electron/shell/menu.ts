import { Menu, type MenuItemConstructorOptions } from 'electron'
import { COMMANDS, MENUS, type CommandId } from '../../shared/desk/commands.ts'

/** The menu items that the system provides beside the desk's commands, without reload and developer tools. */
const SYSTEM_ROLES: Readonly<Record<(typeof MENUS)[number], readonly MenuItemConstructorOptions[]>> = {
  File: [{ role: process.platform === 'darwin' ? 'close' : 'quit' }],
  Edit: [
    { role: 'undo', label: 'Undo typing' },
    { role: 'redo', label: 'Redo typing' },
    { type: 'separator' },
    { role: 'cut' },
    { role: 'copy' },
    { role: 'paste' },
    { role: 'selectAll' },
  ],
  Go: [],
  View: [{ role: 'resetZoom' }, { role: 'zoomIn' }, { role: 'zoomOut' }, { role: 'togglefullscreen' }],
  Help: [],
}

/** Sets the native menu bar: every command with its key, and the usual items of a window. */
export function setMenu(choose: (command: CommandId) => void): void {
  Menu.setApplicationMenu(
    Menu.buildFromTemplate([
      ...(process.platform === 'darwin' ? [{ role: 'appMenu' as const }] : []),
      ...MENUS.map((label) => {
        const ours = commandsOf(label, choose)
        const theirs = SYSTEM_ROLES[label]
        const between: readonly MenuItemConstructorOptions[] =
          ours.length > 0 && theirs.length > 0 ? [{ type: 'separator' }] : []
        return { label, submenu: [...ours, ...between, ...theirs] }
      }),
    ]),
  )
}

function commandsOf(
  menu: (typeof MENUS)[number],
  choose: (command: CommandId) => void,
): readonly MenuItemConstructorOptions[] {
  return COMMANDS.filter((command) => command.menu === menu).map(({ id, label, keys }) => ({
    id,
    label: label,
    click: () => choose(id),
    // The page handles the keys, because the page knows whether a field has the focus. On Linux and Windows the menu
    // only shows the keys; macOS has no `registerAccelerator`.
    ...(keys[0] === undefined ? {} : { accelerator: acceleratorOf(keys[0]), registerAccelerator: false }),
  }))
}

function acceleratorOf(key: string): string {
  return key.replace('Ctrl', 'CommandOrControl').replace('←', 'Left').replace('→', 'Right').replaceAll(' ', '+')
}
