// The words for whoever is signed in and belongs to none of the groups that an application lets in.
export const notAllowed = {
  /** @param who a short address, or what somebody is called; null as long as neither is known */
  title: (who: string | null, application: string) => `${who ?? 'You'} may not use ${application}.`,
  text: (count: number): string =>
    count === 1 ? 'It is only for members of this group:' : 'It is only for members of one of these groups:',
  help: 'If another wallet of yours belongs to it, sign in with that one, or link it to yourself here. Otherwise ask whoever runs the application.',
  another: 'Use another wallet',
  back: (application: string) => `Back to ${application}`,
}
