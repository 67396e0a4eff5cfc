# germ_trial.R  - kea + rv
# seeds = survivors from Feb (27 acc.), 4 dishes each, 50 seeds per dish
# host root extract = E. microphyllus, blended in Bongi's smoothie thing (she knows now)
library(lme4)
d <- read.csv("germ_may2025.csv")
d$dose <- factor(d$gr24, levels = c(0, 0.01, 0.1, 1))   # microM
# NB dish 44 dropped by Ruan 12 May -> NA, NOT zero!!  (was zero in the first run, made the p look better. no.)
d <- subset(d, !(dish == 44))
# 2025-05-28 incubator 2 ran at 31 instead of 21 for one night (typo on the panel). keep, flag
d$flag <- d$incub == 2 & d$day > 9
m <- glmer(cbind(germ, 50 - germ) ~ dose * smoke + (1 | acc), family = binomial, data = d)
summary(m)
# dose 0.01 + smoke: 0.18 ; everything else ~ 0
# TODO rv: ask whether 'smoke' was fynbos smoke or Zelda's pipe tobacco. (it was rooibos straw)
