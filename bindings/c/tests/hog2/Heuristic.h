// A stand-in for HOG2's search/Heuristic.h: only the interface that an adapter uses.

#ifndef STAND_IN_HEURISTIC_H
#define STAND_IN_HEURISTIC_H

template <class state>
class Heuristic {
public:
    virtual ~Heuristic() {}
    virtual double HCost(const state &a, const state &b) const = 0;
};

#endif
