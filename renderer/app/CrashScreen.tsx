import { Component, type ReactNode } from 'react'
import { ActionButton } from '../ui/ActionButton.tsx'
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
        <h1>This window stopped working</h1>
        <p>It is a fault of Lanekeeper. Every saved booking is safe and still sends by itself; the draft is kept.</p>
        <ActionButton look="go" onPress={() => window.location.reload()}>
          Open the window again
        </ActionButton>
      </main>
    )
  }
}
