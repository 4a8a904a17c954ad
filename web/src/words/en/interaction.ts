// The words of the sign-in page where an application asks for the sign-in.
export const interaction = {
  to: (application: string) => `to continue to ${application}`,
  destination: (destination: string) => `You go on to ${destination}`,
  expected: (application: string, address: string) => `${application} expects the wallet ${address}.`,
  reading: 'Looking which application asks…',
  deny: (application: string) => `Cancel and go back to ${application}`,
  denying: 'Going back…',
  front: 'Front page',
}
