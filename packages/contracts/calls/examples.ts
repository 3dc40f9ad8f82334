/** Ids of the same few things in all examples. */
export const BUSINESS = 'harbour-hire'
export const VEHICLE = '6f1c9b9e-7a39-4a59-8f0e-3c2f1e8d7b61'
export const BOOKING = `${VEHICLE}.01KC2Q6Z5V8N3M4T7R9W0X1Y2Z`
export const MAINTENANCE = `${VEHICLE}.01KC3T8M2H6P9Q4S7V1W5X0Y3Z`
export const CUSTOMER = 'b1d5c2a8-95d0-4c3b-9c1e-7e0f4f6a2d34'
export const LICENCE_ID = 'pK3vYb0Qm7sT1xZ9cR5dWeHf4a8L2nGjUoXiPq'
export const LICENCE = `/objects/licences/${LICENCE_ID}`
export const CONTRACT_ID = 'Yc0Vb1Nm3Qp5Xs7Dg9FhJKeUiOoa4Lw2Rk8Zt6'
export const CONTRACT = `/objects/contracts/${CONTRACT_ID}`
export const SHA256 = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'
export const VEHICLE_IMAGE_ID = 'a4Lw2Rk8Zt6Yc0Vb1Nm3Qp5Xs7Dg9FhJKeUiOo'
export const VEHICLE_IMAGE = `/objects/vehicles/${VEHICLE_IMAGE_ID}`
/** As `POST /api/objects/upload` gives it. */
export const UPLOAD_URL =
  'http://localhost:3000/forecourt/incoming/license/1765181400/Zk3vYb0Qm7sT1xZ9.cR5dWeHf4a8L2nGj?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Expires=600'
export const PICTURE_UPLOAD_URL = UPLOAD_URL.replace('/license/', '/vehicle-image/')
export const LOGO_ID = 'q7Vn2Ld9Rf4Kx0Zb5Tm8Wp.a1B2c3D4.640.c8Hs6Jg3Ny1Eu7Qi'
export const LOGO = `/objects/logos/${LOGO_ID}`
export const LOGO_UPLOAD_URL = UPLOAD_URL.replace('/license/', '/logo/')
export const PAPER_UPLOAD_URL = UPLOAD_URL.replace('/license/', '/contract/')
export const COLLEAGUE = '3d6f0a52-8c1b-4e7a-9b64-5a1d2c3e4f60'
export const FEED = 'c2a7e1d4-0b3f-4c68-9a5d-7e8f1b2c3d40'
/** The secret part of a calendar's address. */
export const CALENDAR_TOKEN = 'x'.repeat(72)
/** What stands behind `#` in a link to choose a password. */
export const PASSWORD_TOKEN = 'x'.repeat(80)
export const BUSINESS_ID = '0f9a4a3e-2c1d-4a49-8d3e-5b1f6f1f7a10'
export const USER_ID = 'c7e0a6f4-1f7e-4d0b-8a52-90b7c9f5e121'
