import { Component, type ReactNode } from 'react'
import { ActionButton } from '../ui/ActionButton.tsx'
import { CRASH } from './text/crash-text.ts'
import css from './CrashScreen.module.css'

/**
 * Replaces the whole window after a component throws while rendering. A blank window would not tell the user that every
 * saved booking is safe.
 */
export class CrashScreen extends Component<{ readonly children: ReactNode }, { readonly broken: boolean }> {
  override readonly state = { broken: false }

  static getDerivedStateFromError() {
    return { broken: true }
  }

  override render() {
    if (!this.state.broken) return this.props.children
    return (
      <main className={css['fault']} data-testid="crash">
        <h1>{CRASH.title}</h1>
        <p>{CRASH.text}</p>
        <ActionButton look="go" onPress={() => window.location.reload()}>
          {CRASH.reopen}
        </ActionButton>
      </main>
    )
  }
}
