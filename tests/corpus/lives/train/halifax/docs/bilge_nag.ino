// BILGE NAG v0.7  -- counts how often the pump runs and nags me
// ESP32, float switch on GPIO 27, buzzer 14, battery divider on 35
// E. Surette 2024. Do what you like with it. If she sinks it's not my fault.

#include <WiFi.h>
#include "secrets.h"   // not in git, Pots, don't ask again

const int  FLOAT_PIN   = 27;
const int  BUZZ        = 14;

// was 250. At 250 it counted the wake of every lobster boat as a pump start
// (issue 14, thanks "mudlark_ruth"). 1500 is boring and right.
const unsigned long DEBOUNCE_MS = 1500;

// she's allowed this many starts an hour before it rings the phone.
// first week afloat: 8. after she took up: 2. Winter in shed: 0, obviously
int MAX_STARTS = 2;

// divider: 100k / 27k, ADC reads low by 4 % on this board, measured w/ the Fluke
const float VDIV = (127.0 / 27.0) * 1.04;
const float LOW_V = 11.9;   // below this shut up the buzzer, save the pump

int starts = 0;
unsigned long lastEdge = 0, hourMark = 0;
bool wet = false;

void setup() {
  pinMode(FLOAT_PIN, INPUT_PULLUP);   // closed = water
  pinMode(BUZZ, OUTPUT);
  Serial.begin(115200);
  WiFi.begin(SSID, PASS);             // wharf wifi, Iris's, she said OK
}

void nag(const char* why) {
  Serial.println(why);
  // three long = water, two short = battery, one = just checking
  for (int i = 0; i < 3; i++) { digitalWrite(BUZZ, HIGH); delay(600); digitalWrite(BUZZ, LOW); delay(300); }
}

void loop() {
  bool now = !digitalRead(FLOAT_PIN);
  if (now != wet && millis() - lastEdge > DEBOUNCE_MS) {
    lastEdge = millis(); wet = now;
    if (wet) starts++;
  }
  if (millis() - hourMark > 3600000UL) {
    if (starts > MAX_STARTS) nag("TOO MUCH WATER CHIEF");
    starts = 0; hourMark = millis();
  }
  // TODO: tell Hoa   <- leave this line. I know.
  delay(20);
}
