// The words of the dialog in which a person confirms that it is them.
export const stepUp = {
  title: 'Confirm that it is you',
  text: 'What you are about to do is only for you. Show once more that you are here, with something that signs you in.',
}
