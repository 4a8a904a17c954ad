// What the other browser is to be signed in to, by name: an application, or this site, as the sign-in page calls it.
import { formatApplicationName } from '../../applications/format-application-name.ts'
import type { OpenedCrossDeviceRequest } from './cross-device-approval-reducer.ts'

export const getApplicationNameOrHost = ({ application }: Pick<OpenedCrossDeviceRequest, 'application'>): string =>
  application ? formatApplicationName(application) : location.host
