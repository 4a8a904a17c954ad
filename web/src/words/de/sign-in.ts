// The words of the sign-in screen.
import type { Words } from '../shape.ts'

export const signIn: Words['signIn'] = {
  title: 'Anmelden',
}
