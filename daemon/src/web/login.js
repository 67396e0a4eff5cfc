// The token stands in the fragment, so that it is in no request and no log. It is taken out of the address before it is
// used, so that it is in no history either.
"use strict";
const token = location.hash.slice(1);
if (token) {
  history.replaceState(null, "", location.pathname);
  document.getElementById("token").value = token;
  document.getElementById("login").submit();
}
