complete --keep-order --exclusive --command memo --arguments "(COMPLETE=fish memo -- (commandline --current-process --tokenize --cut-at-cursor) (commandline --current-token))"
