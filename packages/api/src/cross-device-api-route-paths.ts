// This is a separate file that pages load only to show a code.

export const crossDeviceApiRoutes = {
  createCrossDevice: { method: 'POST', path: '/api/cross-device' },
  watchCrossDevice: { method: 'GET', path: '/api/cross-device/:id' },
  cancelCrossDevice: { method: 'DELETE', path: '/api/cross-device/:id' },
  openCrossDevice: { method: 'POST', path: '/api/cross-device/open' },
  chooseCrossDeviceMatch: { method: 'POST', path: '/api/cross-device/choose' },
  createCrossDeviceChallenge: { method: 'POST', path: '/api/cross-device/challenge' },
  createCrossDevicePasskey: { method: 'POST', path: '/api/cross-device/passkey' },
  answerCrossDevice: { method: 'POST', path: '/api/cross-device/answer' },
  followCrossDevice: { method: 'POST', path: '/api/cross-device/follow' },
  handOverCrossDevice: { method: 'POST', path: '/api/cross-device/hand-over' },
  refuseCrossDevice: { method: 'POST', path: '/api/cross-device/refuse' },
  endCrossDevice: { method: 'POST', path: '/api/cross-device/end' },
} as const
