// The words of the sign-in screen.
export const signIn = {
  title: 'Sign in',
}
