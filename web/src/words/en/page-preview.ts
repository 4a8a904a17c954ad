// The words around the preview of a page.

export const pagePreview = {
  title: 'Preview of the sign-in page',
  light: 'In light mode',
  dark: 'In dark mode',
  device: 'Shown as it is',
  phone: 'On a phone',
  computer: 'On a computer',
  wallet: 'A wallet',
  otherWallet: 'Another wallet',
}
