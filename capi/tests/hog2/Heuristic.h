// A stand-in for HOG2's search/Heuristic.h: what an adapter sees of it, and nothing that computes.

#ifndef STAND_IN_HEURISTIC_H
#define STAND_IN_HEURISTIC_H

template <class state>
class Heuristic {
public:
    virtual ~Heuristic() {}
    virtual double HCost(const state &a, const state &b) const = 0;
};

#endif
