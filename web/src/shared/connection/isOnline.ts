/** Whether the shop may answer. One on this computer does without a network, in which browsers call themselves offline. */
export const isOnline = () => navigator.onLine || /^(localhost|127\.|\[::1)/.test(location.host);
