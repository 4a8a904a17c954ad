import { formatApplicationName } from '../../applications/format-application-name.ts'
import type { OpenedCrossDeviceRequest } from './cross-device-approval-reducer.ts'

export const getApplicationNameOrHost = ({ application }: Pick<OpenedCrossDeviceRequest, 'application'>): string =>
  application ? formatApplicationName(application) : location.host
