// The words for a clock of this device that is wrong.
export const clock = {
  ahead: (time: string) => `Your device’s clock is about ${time} ahead.`,
  behind: (time: string) => `Your device’s clock is about ${time} behind.`,
  text: 'You can go on. Some wallets refuse to sign until it is right.',
}
