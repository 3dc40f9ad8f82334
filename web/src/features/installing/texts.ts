/** Browsers of iOS have no dialog for it. */
export const IOS_STEPS = 'Share → Add to Home Screen puts it there.'
