// Notices that the session has ended, and shows the page again, which then says so.
setInterval(async () => {
  const answer = await fetch('/session').catch(() => null)
  if (answer?.status === 401) location.reload()
}, 1500)
