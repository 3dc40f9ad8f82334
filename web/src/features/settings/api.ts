import { BusinessSettings } from '@forecourt/contracts/settings.ts'
import { LogoUpload, StoredFile } from '@forecourt/contracts/upload.ts'
import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { get, send } from '../../lib/api.ts'
import { tellOf } from '../../lib/put-file.ts'
import { type Sending, upload } from '../../lib/upload.ts'
import { keptForMember } from '../../offline/query-copy.ts'

const PATH = '/api/admin/business/settings'

/** All that staff have chosen for their business. */
export const businessSettings = () =>
  queryOptions({
    queryKey: ['admin', 'business', 'settings'],
    queryFn: ({ signal }) => get(BusinessSettings, PATH, signal),
    ...keptForMember,
  })

/** Saves all of them; refused with `settings-changed` when somebody else has saved since those were read. */
export const saveSettings = (settings: BusinessSettings) => send(BusinessSettings, 'PUT', PATH, settings)

/** Uploads a logo. It is nobody's until settings are saved with the path that this gives. */
export async function uploadLogo(content: Blob, sending: Sending): Promise<string> {
  const taken = z.parse(LogoUpload, { logoURL: await upload('logo', content, sending) })
  return (await tellOf(send(StoredFile, 'PUT', '/api/business-logo', taken))).objectPath
}
